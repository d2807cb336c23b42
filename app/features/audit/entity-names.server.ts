import { type RawBuilder, sql, type Transaction } from 'kysely'
import { settingTitle } from '#app/features/texts/settings.ts'
import { mailName } from '#app/mails/mails.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { legalDocument } from '#app/platform/legal/legal.ts'
import { LEGAL_PAGES } from '#app/platform/legal/legal-pages.ts'
import { LEGAL_KEYS, type LegalKey } from '#app/platform/legal/legal-schema.ts'
import type { LoggedEntity } from './audit.ts'

/** What an entry is about: its name ('' without one), and its page while it exists. */
export type EntityName = { name: string; to: string | undefined }

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Kind = {
  /** Selects `id`, `name` and `link`, the id in the page's address. Its `ids` are texts. */
  rows: RawBuilder<unknown>
  to: (link: string) => string
  /** Ids are UUIDs unless they are words, as of questionnaires. */
  words?: true
}

const person = sql`coalesce(nullif(access.invitee_name, ''), access.email)`
const ofOrder = (link: string) => `/admin/orders/${link}`

/** Fields that name a row, in an entry's own values. */
const NAMES = ['name', 'code', 'order_number', 'title', 'email'] as const

/** The name that an entry itself has for what is gone. */
export function ownName(values: unknown): EntityName | undefined {
  if (typeof values !== 'object' || values === null) return undefined
  const own = new Map(Object.entries(values))
  const name = NAMES.map(key => own.get(key)).find(value => typeof value === 'string' && value !== '')
  return typeof name === 'string' ? { name, to: undefined } : undefined
}

/** How each kind of row is named, from the tables that have it. */
const KINDS: Readonly<Record<string, Kind>> = {
  orders: {
    rows: sql`orders.id, orders.order_number as name, orders.id::text as link from orders`,
    to: ofOrder,
  },
  bank_lines: {
    rows: sql`line.id, account.name || ', ' || to_char(line.booked_on, 'DD-MM-YYYY') as name, line.id::text as link
      from bank_lines line join bank_accounts account on account.id = line.account_id`,
    to: link => `/admin/finance/transfers/${link}`,
  },
  bank_statements: {
    rows: sql`statement.id, account.name, statement.id::text as link
      from bank_statements statement join bank_accounts account on account.id = statement.account_id`,
    to: link => `/admin/finance/transfers/upload/${link}`,
  },
  data_requests: {
    rows: sql`request.id, request.number as name, request.id::text as link from data_requests request`,
    to: link => `/admin/privacy/requests/${link}`,
  },
  data_breaches: {
    rows: sql`breach.id, breach.title as name, breach.id::text as link from data_breaches breach`,
    to: link => `/admin/privacy/breaches/${link}`,
  },
  processing_activities: {
    rows: sql`activity.id, activity.name, activity.id::text as link from processing_activities activity`,
    to: link => `/admin/privacy/processing/${link}`,
  },
  order_items: {
    rows: sql`item.id, item.product_name || ', ' || orders.order_number as name, orders.id::text as link
      from order_items item join orders on orders.id = item.order_id`,
    to: ofOrder,
  },
  workshop_sessions: {
    rows: sql`item.id, item.product_name || ', ' || orders.order_number as name, item.id::text as link
      from order_items item join orders on orders.id = item.order_id`,
    to: link => `/admin/access/sessions/${link}`,
  },
  user_accesses: {
    rows: sql`access.id, ${person} as name, access.id::text as link from user_accesses access`,
    to: link => `/admin/access/${link}`,
  },
  assessment_run: {
    rows: sql`run.id, ${person} as name, access.id::text as link
      from assessment_runs run join user_accesses access on access.id = run.validated_access_id`,
    to: link => `/admin/access/${link}`,
  },
  profiles: {
    rows: sql`profiles.id, coalesce(nullif(btrim(first_name || ' ' || last_name), ''), email) as name, profiles.id::text as link
      from profiles`,
    to: link => `/admin/clients/${link}`,
  },
  discount_codes: {
    rows: sql`code.id, code.code as name, code.code as link from discount_codes code`,
    to: link => `/admin/discounts?${new URLSearchParams({ search: link })}`,
  },
  assessment: {
    rows: sql`assessments.id, assessments.name, assessments.id::text as link from assessments`,
    to: link => `/admin/catalog/assessments/${link}`,
  },
  category: {
    rows: sql`categories.id, categories.name, categories.id::text as link from categories`,
    to: link => `/admin/catalog/categories/${link}`,
  },
  review: {
    rows: sql`reviews.id, assessments.name, assessments.name as link from reviews join assessments on assessments.id = reviews.assessment_id`,
    to: link => `/admin/reviews?${new URLSearchParams({ search: link, estado: 'todas', periodo: 'todo' })}`,
  },
  gateway_reports: {
    rows: sql`report.id, report.file_name as name, report.id::text as link from gateway_reports report`,
    to: link => `/admin/finance/reconciliation/reports/${link}`,
  },
  reconciliation_differences: {
    rows: sql`difference.id, to_char(difference.day, 'DD-MM-YYYY') as name, difference.id::text as link
      from reconciliation_differences difference`,
    to: link => `/admin/finance/reconciliation/differences/${link}`,
  },
  webhook_endpoints: {
    rows: sql`endpoint.id, coalesce(nullif(endpoint.description, ''), endpoint.url) as name, endpoint.id::text as link
      from webhook_endpoints endpoint where endpoint.status <> 'deleted'`,
    to: link => `/admin/integrations/webhooks/${link}`,
  },
  api_keys: {
    rows: sql`api_keys.id, api_keys.name, api_keys.id::text as link from api_keys`,
    to: link => `/admin/integrations/keys/${link}`,
  },
  mail: {
    rows: sql`mails.id, mails.recipient as name, '' as link from mails`,
    to: () => '/admin/settings/services',
  },
  staff_invitations: {
    rows: sql`invitation.id, invitation.email as name, '' as link from staff_invitations invitation`,
    to: () => '/admin/settings/team',
  },
  questionnaire: {
    rows: sql`distinct on (version.questionnaire_id) version.questionnaire_id as id, version.content ->> 'title' as name,
      version.questionnaire_id as link from questionnaire_versions version`,
    to: link => `/admin/content/questionnaires/${link}`,
    words: true,
  },
}

/** Of the legal text with this key, if there is one. */
const onLegal = (id: string, read: (key: LegalKey) => string) => LEGAL_KEYS.filter(key => key === id).map(read)

/** Pages of what has no row of its own; without a `name` its id is its name. */
const PAGES: Readonly<Record<string, { to: (id: string) => string; name?: (id: string) => string }>> = {
  month_closings: { to: id => `/admin/finance/reconciliation/month/${encodeURIComponent(id)}` },
  mail_text: { to: id => `/admin/content/emails/${encodeURIComponent(id)}`, name: mailName },
  legal_text: {
    to: id => ['/admin/content/legal', ...onLegal(id, key => LEGAL_PAGES[key])].join('/'),
    name: id => onLegal(id, key => legalDocument(key).title).join('') || id,
  },
  shop_text: { to: () => '/admin/content/texts', name: () => 'Textos de la tienda' },
  setting: { to: id => `/admin/settings/${encodeURIComponent(id)}`, name: settingTitle },
}

/**
 * Names of what entries are about, in one query whatever their number. For administrators. Of what is gone the entry's
 * own words are left.
 * @returns the name of an entity; undefined of what is gone or unknown.
 */
export async function findEntityNames(
  tx: Transaction<DB>,
  entities: readonly LoggedEntity[],
): Promise<(entity: LoggedEntity) => EntityName | undefined> {
  const asked = Map.groupBy(entities, ({ entity }) => entity)
  const selects = [...asked].flatMap(([entity, entries]) => {
    const kind = Object.hasOwn(KINDS, entity) ? KINDS[entity] : undefined
    if (!kind) return []
    const ids = [...new Set(entries.map(({ entity_id }) => entity_id))].filter(id => kind.words || ID.test(id))
    if (ids.length === 0) return []
    const type = kind.words ? sql`text[]` : sql`uuid[]`
    return [
      sql`select ${entity}::text as entity, named.id::text as id, named.name, named.link
        from (select ${kind.rows}) named where named.id = any(${ids}::${type})`,
    ]
  })
  const { rows } =
    selects.length === 0
      ? { rows: [] }
      : await sql<{ entity: string; id: string; name: string | null; link: string }>`${sql.join(
          selects,
          sql` union all `,
        )}`.execute(tx)
  const names = new Map(
    rows.map(({ entity, id, name, link }) => [`${entity}/${id}`, { name: name ?? '', to: KINDS[entity]?.to(link) }]),
  )
  return ({ entity, entity_id }) => {
    if (Object.hasOwn(KINDS, entity)) return names.get(`${entity}/${entity_id}`)
    const page = Object.hasOwn(PAGES, entity) ? PAGES[entity] : undefined
    return { name: page?.name?.(entity_id) ?? (ID.test(entity_id) ? '' : entity_id), to: page?.to(entity_id) }
  }
}
