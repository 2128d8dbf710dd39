"""Exports that do not end well; module-level, so that another process finds them."""

import os
import time

from core.errors import ReportError
from core.reports import ExportStep


def refused(*_about):
    yield ExportStep(0.0)
    raise ReportError("no room for the figures")


def dies(*_about):
    yield ExportStep(0.0)
    os._exit(3)


def endless(*_about):
    yield ExportStep(0.0)
    time.sleep(60)
