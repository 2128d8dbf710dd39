@echo off
rem Starts R-U Map from this folder; the first time it is installed into the folder "program", without a network.
rem Another Python than the one of py: set "PYTHON=C:\path to\python.exe"
setlocal
cd /d "%~dp0" || exit /b 1
if exist program\installed goto start
if not defined PYTHON (where py >nul 2>nul || set "PYTHON=python")
if defined PYTHON goto chosen
py -{python} check_python.py || exit /b 1
py -{python} -m venv program || exit /b 1
goto install
:chosen
set "PYTHON=%PYTHON:"=%"
"%PYTHON%" check_python.py || exit /b 1
"%PYTHON%" -m venv program || exit /b 1
:install
program\Scripts\python.exe -m pip install --quiet --no-index --no-compile --disable-pip-version-check --find-links packages --require-hashes -r packages.txt || exit /b 1
type nul > program\installed
:start
program\Scripts\ru-map.exe run %*
exit /b %errorlevel%
