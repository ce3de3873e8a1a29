select id as order_id, customer_id, status, cast(amount as double) as amount, cast(ordered_at as date) as ordered_at
from {{ ref('raw_orders') }}
