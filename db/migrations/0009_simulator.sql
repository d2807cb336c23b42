-- The books of the simulated bank. It stands for another company, so nothing links to it.
create schema simulator;

create table simulator.simulator_transactions (
  token text primary key check (token ~ '^[0-9a-f]{64}$'),
  version integer not null,
  buy_order text not null check (length(buy_order) <= 26),
  session_id text not null check (length(session_id) <= 61),
  amount_clp bigint not null check (amount_clp > 0),
  return_url text not null check (length(return_url) <= 255),
  created_at timestamptz not null,
  decision text,
  card text,
  decided_at timestamptz,
  status text not null check (status in (
    'INITIALIZED', 'AUTHORIZED', 'REVERSED', 'FAILED', 'NULLIFIED', 'PARTIALLY_NULLIFIED', 'CAPTURED')),
  committed_at timestamptz,
  refunded_clp bigint not null default 0 check (refunded_clp between 0 and amount_clp),
  check (refunded_clp = 0 or status in ('REVERSED', 'NULLIFIED', 'PARTIALLY_NULLIFIED'))
);

grant usage on schema simulator to alhena_app;
grant select, insert, update (version, decision, card, decided_at, status, committed_at, refunded_clp)
  on simulator.simulator_transactions to alhena_app;
