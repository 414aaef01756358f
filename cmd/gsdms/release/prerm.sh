#!/bin/sh
# Ends the service before its program goes. The tables in /var/lib/gsdms and the user stay.
set -e
if [ "$1" = remove ] && [ -z "$DPKG_ROOT" ] && [ -d /run/systemd/system ]; then
	systemctl disable --now gsdms.socket gsdms.service
fi
