-- Which part of the back office each scope of the staff may read and write. No row: nothing. The scope 'admin' needs none.
-- Written by `npm run staff-permissions` from app/features/identity/staff/permissions.ts; change that instead.
create table private.staff_permissions (
  area text not null,
  scope text not null check (scope in ('sales', 'content', 'support', 'finance')),
  access text not null check (access in ('read', 'write')),
  primary key (area, scope)
);

insert into private.staff_permissions (area, scope, access) values
  ('figures', 'sales', 'read'), ('figures', 'finance', 'read'),
  ('catalog', 'sales', 'read'), ('catalog', 'content', 'write'), ('catalog', 'support', 'read'),
  ('orders', 'sales', 'write'), ('orders', 'support', 'read'), ('orders', 'finance', 'read'),
  ('finance', 'finance', 'read'),
  ('accesses', 'sales', 'read'), ('accesses', 'support', 'write'),
  ('reviews', 'content', 'write'), ('reviews', 'support', 'read'),
  ('discounts', 'sales', 'write'), ('discounts', 'finance', 'read'),
  ('clients', 'sales', 'write'), ('clients', 'support', 'read'),
  ('content', 'content', 'write'),
  ('own', 'sales', 'write'), ('own', 'content', 'write'), ('own', 'support', 'write'), ('own', 'finance', 'write');
