@echo off
rem From a fresh checkout to a game, on Windows. Finds Python 3.11, 3.12 or 3.13; tools\run.py does the rest.
setlocal
for %%v in (3.13 3.12 3.11) do (
  py -%%v -c "import venv" >nul 2>&1 && (
    py -%%v "%~dp0tools\run.py" %*
    exit /b
  )
)
python -c "import sys, venv; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))" >nul 2>&1 && (
  python "%~dp0tools\run.py" %*
  exit /b
)
echo run: this needs Python 3.11, 3.12 or 3.13, and none of these was found. 1>&2
exit /b 1
