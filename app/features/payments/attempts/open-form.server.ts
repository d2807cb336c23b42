import { z } from 'zod'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { Services } from '#app/platform/services/services.server.ts'

const storedForm = z.object({ url: z.url(), fields: z.record(z.string(), z.string()) })

type OpenForm =
  | { state: 'open'; gateway: string; form: z.output<typeof storedForm> }
  /** The gateway has answered about this attempt, or it was given up. */
  | { state: 'closed' }

/** The form that sends a buyer to the gateway. Undefined: there is no such attempt, or it is opened by an address. */
export async function openForm({ db }: Pick<Services, 'db'>, attemptId: string): Promise<OpenForm | undefined> {
  const id = z.uuid().safeParse(attemptId)
  if (!id.success) return undefined
  const attempt = await asActor(db, SYSTEM, tx =>
    tx
      .selectFrom('payment_attempts')
      .select(['gateway', 'status', 'form'])
      .where('id', '=', id.data)
      .where('form', 'is not', null)
      .executeTakeFirst(),
  )
  if (!attempt) return undefined
  const { gateway, status, form } = attempt
  return status === 'initiated' ? { state: 'open', gateway, form: storedForm.parse(form) } : { state: 'closed' }
}
