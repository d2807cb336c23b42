import type { Pesos } from '#app/kernel/money.ts'
import { line, lines, namesOf } from '#app/kit/forms/fields.ts'
import type { Statuses } from '#app/kit/ui/tone.ts'
import type { OrderStatus, ReplyKind } from '#app/platform/database/values.ts'

/** Replies per quotation: more than a company's discussion needs, too few to fill a mailbox. */
export const MAX_REPLIES = 30

/** Why nothing can be done with a link, and what to do; `not_found`: it never existed or was replaced by a newer one. */
export const LINK_TEXTS = {
  not_found: 'Este enlace no existe o fue reemplazado por uno nuevo. Pide el enlace a quien te lo envió.',
  withdrawn: 'Quien pidió esta cotización retiró el enlace. Si todavía la necesitas, pídele uno nuevo.',
  expired: 'Esta cotización venció y sus precios ya no valen. Pide una nueva a quien te la envió.',
  bought: 'Esta cotización ya se compró: no queda nada por hacer.',
} as const

/** What anybody with a link may know of its quotation, whatever the link's state is. */
export type QuotationLink = {
  quotationId: string
  number: string
  validUntil: Date
  /** Only an open link shows the quotation. */
  state: 'open' | 'withdrawn' | 'expired'
  /** Its paid order, or else the one that waits for a payment. */
  order:
    | {
        order_number: string
        status: OrderStatus
        total_clp: Pesos
        heldUntil: Date | null
        /** The bank has not yet said whether it charged. */
        isConfirming: boolean
      }
    | undefined
}

/** What somebody with the link answered. */
export type QuotationReply = {
  id: string
  kind: ReplyKind
  name: string
  job_role: string | null
  purchase_order: string | null
  comment: string | null
  created_at: Date
}

export type NewReply = Omit<QuotationReply, 'created_at'>

export const REPLY_KINDS: Statuses<ReplyKind> = {
  approved: { label: 'Aprobada', tone: 'good' },
  declined: { label: 'Rechazada', tone: 'poor' },
  commented: { label: 'Comentario', tone: 'neutral' },
}

const name = line({ label: 'Tu nombre', required: 'Escribe tu nombre', max: 120, autoComplete: 'name' })

/** What an approval says. */
export const approvalFields = {
  name,
  job_role: line({ label: 'Tu cargo', required: 'Escribe tu cargo', max: 120, autoComplete: 'organization-title' }),
  purchase_order: line({
    label: 'Número de orden de compra',
    max: 60,
    autoComplete: 'off',
    hint: 'Si tu empresa la usa. Quedará en la orden y en su comprobante',
    optional: true,
  }),
  comment: lines({ label: 'Comentario', max: 1000, rows: 3, optional: true }),
} as const

/** What a comment or a refusal says. */
export const commentFields = {
  name,
  comment: lines({ label: 'Comentario', required: 'Escribe tu comentario', max: 1000, rows: 3 }),
} as const

export const REPLY_FIELDS = namesOf(approvalFields)

/** Where somebody without an account sees a quotation. @param token the secret of its link */
export const sharedPath = (token: string): string => `/cotizacion?${new URLSearchParams({ token })}`
