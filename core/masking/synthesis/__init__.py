"""Synthetic data: values drawn from models of the original, one variable after the other or all at once."""

from core.masking.synthesis.joint_normal import joint_normal, joint_normal_method
from core.masking.synthesis.parametric import parametric_method
from core.masking.synthesis.trees import cart_method
