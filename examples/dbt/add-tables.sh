#!/usr/bin/env bash
# Gives the emulator the tables that dbt builds: in your organization, the warehouse has them.
set -euo pipefail
connection=f7252cec-2ef5-42fd-8d05-299732aeba05

add() {
  local table=$1 columns=""
  shift
  for column in "$@"; do columns+="\"$column\":\"text\","; done
  curl --fail --silent --output /dev/null --header "Content-Type: application/json" --data @- \
    "${ANALYTICS_BASE_URL:-http://127.0.0.1:4010}/_emulator/tables" \
    <<<"{\"connectionId\":\"$connection\",\"path\":[\"SALES\",\"main\",\"$table\"],\"columns\":{${columns%,}}}"
}

add customers customer_id name segment signed_up
add orders order_id customer_id status amount gross_amount ordered_at
