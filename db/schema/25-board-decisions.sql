-- What a buyer made of the decisions that a result proposes to ask a board for: at most three, in their order.
create table public.board_decisions (
  order_item_id uuid primary key references public.order_items,
  -- Of each: title, ask, who answers (a name or a role), how much work in words, and until which day or null.
  decisions jsonb not null check (jsonb_typeof(decisions) = 'array' and jsonb_array_length(decisions) <= 3 and length(decisions::text) <= 8000),
  -- Counts its changes: whoever saves names the version that was shown.
  version integer not null default 1 check (version >= 1),
  updated_at timestamptz not null default now()
);
alter table public.board_decisions enable row level security;

create trigger touch before update on public.board_decisions for each row execute function private.touch_updated_at();

-- Read by those who see the purchase's results and changed by those who coordinate it, as its plan is.
create policy read_with_results on public.board_decisions for select to alhena_app
  using (
    order_item_id in (
      select item.id from public.order_items item where item.holder_id = any ((select private.actor_holders('results'))::uuid[])));
create policy changed_by_coordinators on public.board_decisions for all to alhena_app
  using (
    order_item_id in (
      select item.id from public.order_items item where item.holder_id = any ((select private.actor_holders('coordinator'))::uuid[])))
  with check (
    order_item_id in (
      select item.id from public.order_items item where item.holder_id = any ((select private.actor_holders('coordinator'))::uuid[])));

grant select, delete, insert (order_item_id, decisions), update (decisions, version) on public.board_decisions to alhena_app;
