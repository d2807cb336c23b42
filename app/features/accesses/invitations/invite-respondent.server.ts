import type { Kysely } from 'kysely'
import { findPaidItem, lockItemOrder, lockSeats } from '#app/features/accesses/accesses.server.ts'
import { EXPIRED, isExpired } from '#app/features/accesses/accesses.ts'
import type { InviteForm } from '#app/features/accesses/accesses-schema.server.ts'
import { fullName } from '#app/features/identity/identity.ts'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { refuse, refusing } from '#app/kernel/refusal.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { accessCode } from '#app/platform/secrets/access-code.server.ts'
import { type Invitation, writeInvitation } from './invitation.ts'
import { mayMail, TOO_MANY_MAILS } from './invitations.server.ts'
import { invitePeople } from './invite-people.server.ts'
import { changeResultMode } from './result-mode.server.ts'

export type InviteDeps = { db: Kysely<DB>; settings: { appUrl: string } }

type Inviter = Pick<SessionUser, 'id' | 'first_name' | 'last_name' | 'company'>

const FAILED = 'No se pudo crear la invitación. Inténtelo de nuevo.'
const NO_SEATS = 'Ya se han usado todos los asientos disponibles para este assessment'

/**
 * Assigns a seat of the buyer's item to another person and queues the invitation, in the mode that the form names where none is fixed yet. The
 * database generates the code.
 * @throws Refusal
 */
export const inviteRespondent = (
  { db, settings }: InviteDeps,
  input: { user: Inviter; itemId: string; form: InviteForm; now: Date },
): Promise<Invitation> =>
  refusing(
    asActor(db, { kind: 'user', userId: input.user.id }, async tx => {
      const { user, itemId, form, now } = input
      await lockSeats(tx, user.id, { itemId })
      await lockItemOrder(tx, itemId)
      const found = await findPaidItem(tx, user.id, itemId)
      if (!found) refuse(FAILED)
      const item = { ...found, result_mode: form.mode ?? found.result_mode }
      if (isExpired(item, now)) refuse(EXPIRED.text, { title: EXPIRED.title })
      if (item.used_seats >= item.seats) refuse(NO_SEATS, { title: 'No disponible' })
      if (!(await mayMail(tx, form.email, now))) refuse(TOO_MANY_MAILS, { title: 'Demasiados correos' })
      // Also where it is that mode already: the item stays locked, so that the mail and the seat promise the same.
      if (form.mode !== undefined && !(await changeResultMode(tx, itemId, form.mode))) refuse(FAILED)
      const buyer = { name: fullName(user), company: item.company_name ?? user.company }
      const [access] = await invitePeople(tx, { item, inviterId: user.id, buyer, people: [form], now })
      if (!access) throw new Error(`No access was made of item ${item.id}`)
      return writeInvitation(settings.appUrl, {
        accessId: access.id,
        email: form.email,
        name: fullName({ first_name: form.firstName, last_name: form.lastName }),
        access_code: item.result_mode === 'confidential' ? null : accessCode(access.access_code),
        expires_at: item.expires_at,
        product: item,
        buyer,
      })
    }),
    {
      order_items_seats_left: [NO_SEATS, { title: 'No disponible' }],
      user_accesses_one_per_email: [
        'Esa dirección ya tiene un acceso en este assessment. Usa otra.',
        { title: 'Ya tiene un acceso', field: 'email', status: 409 },
      ],
    },
  )
