-- What a payment has given back is added up whenever a refund of it ends, and looked for whenever an order is shown: `refunds_one_open`
-- holds the open ones alone.
create index refunds_of_attempt on public.refunds (attempt_id);
