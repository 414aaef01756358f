#!/bin/sh
# Makes the user; a service that runs begins anew with the new program.
set -e
if [ "$1" = configure ]; then
	systemd-sysusers ${DPKG_ROOT:+--root="$DPKG_ROOT"} gsdms.conf
	if [ -z "$DPKG_ROOT" ] && [ -d /run/systemd/system ]; then
		systemctl daemon-reload
		systemctl try-restart gsdms.service
	fi
fi
