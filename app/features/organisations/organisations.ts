import { formatRut } from '#app/kernel/rut.ts'
import type { OrganisationRole } from '#app/platform/database/values.ts'

export const ROLE_LABELS: Record<OrganisationRole, string> = {
  buyer: 'Compra',
  coordinator: 'Coordina',
  results: 'Sólo ve resultados',
}

/** What each role may do, as it is read before somebody gets it. */
export const ROLE_TEXTS: Record<OrganisationRole, string> = {
  buyer: 'Compra a nombre de la organización, ve comprobantes, invita, ve los resultados y administra a las personas.',
  coordinator: 'Invita, recuerda y revoca invitaciones, ve el avance y los resultados. No ve precios ni comprobantes.',
  results: 'Ve los resultados y descarga sus informes. No invita ni ve comprobantes.',
}

/** Days that an invitation can be accepted. */
export const INVITATION_DAYS = 14
/** Addresses that are invited at once, open invitations of an organisation, and its invitations of a day. */
export const MAX_ADDRESSES = 20
export const MAX_OPEN = 50
export const MAX_A_DAY = 60

/** An organisation as one of its members sees it. */
export type Membership = { id: string; name: string; rut: string | null; role: OrganisationRole }

export type Member = { user_id: string; role: OrganisationRole; joined_at: Date; name: string; email: string }

/** An invitation that nobody has accepted yet. */
export type OpenInvitation = { id: string; email: string; role: OrganisationRole; expires_at: Date }

/** `Los Aromos SpA · RUT 76.192.083-9` */
export const organisationText = ({ name, rut }: Pick<Membership, 'name' | 'rut'>): string =>
  rut ? `${name} · RUT ${formatRut(rut)}` : name

/** Whose purchases a list shows: those of an organisation, or the user's own. */
export type Scope = { holderId: string; membership: Membership | undefined }

/** The value of the parameter `de` for the own purchases. */
export const OWN = 'propias'

/** The scope of an address: what it names, or else the first organisation, or else the user. */
export function selectScope(memberships: readonly Membership[], userId: string, requested: string | null): Scope {
  const membership =
    requested === OWN ? undefined : (memberships.find(({ id }) => id === requested) ?? memberships.at(0))
  return { holderId: membership?.id ?? userId, membership }
}

/** Where an organisation is managed. */
export const organisationPath = (id?: string): string =>
  id ? `/account/organisation?de=${encodeURIComponent(id)}` : '/account/organisation'

/** Where an invitation is accepted. @param token the secret of its link */
export const invitationPath = (token: string): string => `/organizacion?${new URLSearchParams({ token })}`

export type InvitationState = 'open' | 'member' | 'used' | 'revoked' | 'expired' | 'other_address' | 'unknown'

/** Why an invitation can't be accepted. */
export const INVITATION_REFUSALS: Record<Exclude<InvitationState, 'open' | 'member' | 'other_address'>, string> = {
  used: 'Esta invitación ya se usó. Si no fuiste tú, pide que te inviten otra vez.',
  revoked: 'Quien te invitó retiró esta invitación.',
  expired: `Esta invitación venció: vale ${INVITATION_DAYS} días. Pide que te inviten otra vez.`,
  unknown: 'Este enlace no corresponde a ninguna invitación. Cópialo completo desde el correo.',
}

export type OrganisationFailure =
  | 'not_allowed'
  | 'last_buyer'
  | 'too_many_organisations'
  | 'too_many_invitations'
  | 'nobody_new'
  | 'has_members'
  | 'has_purchases'
  | 'not_movable'

export const FAILURES: Record<OrganisationFailure, string> = {
  not_allowed: 'Ya no puedes hacer eso en esta organización. Recarga la página.',
  last_buyer: 'Alguien tiene que quedar con el rol Compra. Primero traspasa la organización a otra persona.',
  too_many_organisations: 'Ya perteneces a 10 organizaciones, que es el máximo.',
  too_many_invitations: 'Hay muchas invitaciones abiertas o enviadas hoy. Espera respuestas o inténtalo mañana.',
  nobody_new: 'Esas personas ya son parte de la organización.',
  has_members: 'Todavía hay más personas en la organización.',
  has_purchases: 'La organización tiene compras que hizo otra persona: traspásala en vez de cerrarla.',
  not_movable: 'Esa compra no se puede pasar a la organización. Recarga la página.',
}

/** The value of the parameter `de` for an organisation that is being created. */
export const NEW = 'nueva'

/** Confirmations of the screen 'Organización' (parameter `listo`). */
export const DONE = {
  create: 'Creaste la organización. Invita a tus colegas y pásale las compras que quieras compartir.',
  rename: 'Guardamos los datos.',
  invite: 'Enviamos las invitaciones.',
  'revoke-invitation': 'Retiramos la invitación: su enlace dejó de servir.',
  'change-role': 'Cambiamos el rol.',
  remove: 'Quitamos a esa persona: ya no ve las compras ni los resultados.',
  leave: 'Dejaste la organización.',
  'hand-over': 'Traspasaste la organización y la dejaste.',
  close: 'Cerramos la organización. Sus compras vuelven a ser sólo tuyas.',
  move: 'La compra ahora es de la organización.',
  joined: 'Ya eres parte de la organización.',
} as const

export type Done = keyof typeof DONE

export const isDone = (value: unknown): value is Done => typeof value === 'string' && Object.hasOwn(DONE, value)
