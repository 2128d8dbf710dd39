@echo off
rem Starts R-U Map from this folder; the first time it is installed into the folder "program", without a network.
rem Another Python than py -3: set PYTHON=C:\path\to\python.exe
cd /d "%~dp0"
if "%PYTHON%"=="" set PYTHON=py -3
if exist program\installed goto start
%PYTHON% check_python.py || exit /b 1
%PYTHON% -m venv program || exit /b 1
program\Scripts\python -m pip install --quiet --no-index --no-compile --disable-pip-version-check --find-links packages --require-hashes -r packages.txt || exit /b 1
type nul > program\installed
:start
program\Scripts\ru-map run %*
