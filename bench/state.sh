#!/bin/sh
# Measures what a large state costs one state service: bench/state.sh [RECORDS [WORKSPACES [HEAP_MB]]]
# A broker and a ZooKeeper run in one process, the state service in another: only the latter is
# measured. A million records over ten thousand workspaces need 640 MiB (docs/state.md).
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
exec "$here/sluice" bench state --records "${1:-100000}" --workspaces "${2:-1000}" --heap-mb "${3:-256}"
