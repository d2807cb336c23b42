import { formatRut } from '#app/kernel/rut.ts'
import type { OrganisationRole } from '#app/platform/database/values.ts'

export const ROLE_LABELS: Record<OrganisationRole, string> = {
  buyer: 'Compra',
  coordinator: 'Coordina',
  results: 'Solo ve resultados',
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

/** Client companies of a consultant; stated in `private.create_client_company`, too. */
export const MAX_CLIENT_COMPANIES = 200

/** An organisation as somebody who belongs to it sees it: as a member, or as a member of the consultant whose client company it is. */
export type Membership = {
  id: string
  name: string
  rut: string | null
  role: OrganisationRole
  is_consultant: boolean
  is_client: boolean
}

export type Member = {
  user_id: string
  role: OrganisationRole
  joined_at: Date
  name: string
  email: string
  /** Belongs to the consultant of the client company, not to the company. */
  of_consultant: boolean
}

/** The consultant of a client company, by name, with the company's, and whether the person who invites belongs to it. */
export type Consultant = { name: string; client: string; is_theirs: boolean }

/** A client company as the people of its consultant see it. */
export type ClientCompany = { id: string; name: string; rut: string | null; purchases: number; people: number }

/** An invitation that nobody has accepted yet. */
export type OpenInvitation = { id: string; email: string; role: OrganisationRole; expires_at: Date }

/** `Los Aromos SpA · RUT 76.192.083-9` */
export const organisationText = ({ name, rut }: Pick<Membership, 'name' | 'rut'>): string =>
  rut ? `${name} · RUT ${formatRut(rut)}` : name

/** Whose purchases a list shows: those of an organisation, or the user's own. */
export type Owner = { holderId: string; membership: Membership | undefined }

/** The value of the parameter `de` for the own purchases. */
export const OWN = 'propias'

/** Whose purchases an address shows: those of what it names, or else the first organisation, or else the user. */
export function selectOwner(memberships: readonly Membership[], userId: string, requested: string | null): Owner {
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

/** The value of the parameter `de` for an organisation that is being created. */
export const NEW = 'nueva'

/** Organisations that are shown beside one another; more are chosen from a list. */
export const FEW = 2
