import type { AccessChange, AccessMail, AccessRefusal, AccessRun } from '#app/features/accesses/access-events.server.ts'
import type { PersonAccount } from '#app/features/accesses/support/people.server.ts'
import { fullName } from '#app/features/identity/identity.ts'
import { MAIL_STATUS_PHRASES } from '#app/features/texts/mail-status.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { mailName } from '#app/mails/mails.ts'

/** One event of an access. */
export type TimelineEvent = {
  key: string
  at: Date
  what: string
  who: string | undefined
  /** The object that it is about, where several are shown together. */
  about?: { text: string; to: string } | undefined
}

const CHANGES: Readonly<Record<string, string>> = {
  access_invited: 'Invitación creada',
  access_invitee_changed: 'Datos de la persona corregidos',
  access_handed_over: 'Persona reemplazada',
  access_revoked: 'Acceso revocado',
  access_extended: 'Plazo extendido',
  access_unblocked: 'Intentos desbloqueados',
  invitation_resent: 'Invitación reenviada',
  run_closed_by_buyer: 'Evaluación terminada por quien compró',
}

const REFUSALS: Readonly<Record<AccessRefusal['reason'], string>> = {
  wrong_code: 'Escribió un código que no es el suyo',
  wrong_email: 'Probó su código con otro correo',
  expired: 'Intentó entrar con el plazo vencido',
  revoked: 'Intentó entrar con un código revocado',
  too_many: 'Se equivocó demasiadas veces',
}

type Input = {
  access: {
    created_at: Date
    opened_at: Date | null
    accessed_at: Date | null
    completed_at: Date | null
    own: boolean
  }
  mails: readonly AccessMail[]
  changes: readonly AccessChange[]
  refusals: readonly AccessRefusal[]
  /** Also undefined where the run is hidden. */
  run: Pick<AccessRun, 'closed_by'> | undefined
}

/**
 * The events of an access, newest first: its own dates, its mails, refused attempts to enter, and changes by buyers and
 * administrators.
 */
export function accessTimeline({ access, mails, changes, refusals, run }: Input): TimelineEvent[] {
  const event = (key: string, at: Date | null, what: string): TimelineEvent[] =>
    at ? [{ key, at, what, who: undefined }] : []
  return [
    ...event('created', access.created_at, access.own ? 'Acceso de quien compró' : 'Acceso creado'),
    ...event('opened', access.opened_at, 'Entró con su código por primera vez'),
    ...event('accessed', access.accessed_at, 'Comenzó'),
    ...event(
      'completed',
      access.completed_at,
      run?.closed_by === 'buyer' ? 'Completó (lo terminó quien compró)' : 'Completó',
    ),
    ...mails.map(mail => ({
      key: `mail-${mail.id}`,
      at: mail.sent_at ?? mail.created_at,
      what: `Correo «${mailName(mail.template)}» ${MAIL_STATUS_PHRASES[mail.status]}`,
      who: undefined,
    })),
    ...refusals.map(({ id, at, reason, typed_email }) => ({
      key: `refusal-${id}`,
      at,
      what: REFUSALS[reason] + (typed_email === null ? '' : `: ${typed_email}`),
      who: undefined,
    })),
    ...changes.map(change => ({
      key: `change-${change.id}`,
      at: change.at,
      what: CHANGES[change.action] ?? change.action.replaceAll('_', ' '),
      who: changeAuthor(change),
    })),
  ].toSorted((a, b) => b.at.getTime() - a.at.getTime())
}

function changeAuthor({ actor_kind, first_name, last_name }: AccessChange): string | undefined {
  if (actor_kind === 'system') return 'Sistema'
  const name = fullName({ first_name: first_name ?? '', last_name: last_name ?? '' })
  if (name === '') return undefined
  return actor_kind === 'admin' ? `${name}, administración` : name
}

type Access = { id: string; product_name: string; timeline: readonly TimelineEvent[] }

/** Everything that happened to a person, newest first: their account, orders and accesses. */
export function personTimeline(account: PersonAccount | undefined, accesses: readonly Access[]): TimelineEvent[] {
  const ofAccesses = accesses.flatMap(({ id, product_name, timeline }) =>
    timeline.map(event => ({
      ...event,
      key: `${id}-${event.key}`,
      about: { text: product_name, to: `/admin/access/${id}` },
    })),
  )
  return [...(account ? accountEvents(account) : []), ...ofAccesses].toSorted((a, b) => b.at.getTime() - a.at.getTime())
}

function accountEvents({ id, created_at, deleted_at, orders }: PersonAccount): TimelineEvent[] {
  const about = { text: 'Cuenta', to: `/admin/clients/${id}` }
  const event = (key: string, at: Date | null, what: string, link = about): TimelineEvent[] =>
    at ? [{ key, at, what, who: undefined, about: link }] : []
  return [
    ...event('account', created_at, 'Creó su cuenta'),
    ...event('deleted', deleted_at, 'Eliminó su cuenta'),
    ...orders.flatMap(order => {
      const link = { text: order.order_number, to: `/admin/orders/${order.id}` }
      const total = formatPesos(order.total_clp)
      return [
        ...event(`ordered-${order.id}`, order.created_at, `Hizo una orden de ${total}`, link),
        ...event(`paid-${order.id}`, order.paid_at, `Pagó ${total}`, link),
      ]
    }),
  ]
}
