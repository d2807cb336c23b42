import type { PaidItem } from '#app/features/accesses/accesses.server.ts'
import { renderStoredMail } from '#app/mails/templates.ts'
import { shop } from '#app/platform/mail/shop.ts'
import { type Inviter, invitationMail } from './invitation-mail.ts'

/** Of nobody's access: a preview is written before there are any. */
const NO_ACCESS = '00000000-0000-0000-0000-000000000000'
const SAMPLE_CODE = 'AC-XXXXXXXX'

type Sample = {
  item: Pick<
    PaidItem,
    | 'product_id'
    | 'slug'
    | 'name'
    | 'type'
    | 'duration_min'
    | 'duration_max'
    | 'result_mode'
    | 'due_at'
    | 'expires_at'
    | 'consultant'
  >
  buyer: Inviter
  /** Whom it is shown for. */
  person: { firstName: string; email: string }
  /** The shop's public origin. */
  appUrl: string
}

export type SampleInvitation = { subject: string; html: string }

/** The mail that an invited person gets, before anybody is invited: with the current texts, and without a code. */
export function sampleInvitation({ item, buyer, person, appUrl }: Sample): SampleInvitation {
  const { template, params } = invitationMail({
    accessId: NO_ACCESS,
    accessCode: SAMPLE_CODE,
    email: person.email,
    firstName: person.firstName,
    buyer,
    expiresAt: item.expires_at,
    product: item,
  })
  const { subject, html } = renderStoredMail(template, params, { ...shop(), appUrl })
  return { subject, html }
}
