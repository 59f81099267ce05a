#!/bin/sh
# The program with the settings of this machine's server, for root: rasputitsa serve --check, rasputitsa admin list ...
set -a
. /etc/rasputitsa/environment
exec /opt/rasputitsa/.venv/bin/rasputitsa "$@"
