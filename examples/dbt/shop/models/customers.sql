select id as customer_id, name, segment, cast(signed_up as date) as signed_up
from {{ ref('raw_customers') }}
