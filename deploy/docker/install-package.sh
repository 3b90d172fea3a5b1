#!/bin/sh
# Installs a packed Gridtide into a folder, with exactly the packages that its shrinkwrap names:
#   install-package.sh gridtide-0.1.0.tgz /opt/gridtide
set -eu
tarball=$1
folder=$2
mkdir -p "$folder"
tar -xzf "$tarball" -C "$folder" --strip-components=1 --no-same-owner
cd "$folder"
# npm ci compares package.json with the shrinkwrap, which has nothing that only developers need.
npm pkg delete devDependencies overrides allowScripts scripts
npm ci --omit=dev --ignore-scripts --no-audit --no-fund
