import type { Kysely } from 'kysely'
import { data, redirect } from 'react-router'
import { z } from 'zod'
import type { FollowUpAnswer } from '#app/features/accesses/dashboard/follow-up-form.tsx'
import { REMINDER_DAYS } from '#app/features/accesses/dashboard/participants.ts'
import { saveFollowUp } from '#app/features/accesses/invitations/save-follow-up.server.ts'
import { answerLinkForm, isLinkForm } from '#app/features/results/links/answer-link-form.server.ts'
import {
  chooseResultMode,
  publishForm,
  publishResults,
  resultModeForm,
} from '#app/features/results/rounds/publish-results.server.ts'
import type { ResultSettingsAnswer } from '#app/features/results/settings/item-settings.tsx'
import { chooseSharing, shareResults, sharingForm } from '#app/features/results/sharing/share-results.server.ts'
import { chooseTargets } from '#app/features/results/targets/choose-targets.server.ts'
import { parseDay } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { answerRefusals } from '#app/kit/forms/answer-form.server.ts'
import { firstMessagePerField } from '#app/kit/forms/form-answer.ts'
import { purchasePath } from '#app/layouts/account/purchase-page.tsx'
import type { DB } from '#app/platform/database/schema.ts'

type Form = Readonly<Record<string, string>>
type Item = { userId: string; itemId: string; now: Date; appUrl: string }

/** Answers a form of a purchase's settings. @throws 404 where the user doesn't manage the purchase, 400 for what no form of the page posts */
export function answerSettingsForm(db: Kysely<DB>, { appUrl, ...item }: Item, form: Form) {
  if (isLinkForm(form)) return answerLinkForm(db, { ...item, appUrl }, form)
  switch (form.intent) {
    case 'follow-up':
      return followUp(db, item, form)
    case 'publish':
      return publish(db, item, form)
    case 'choose-targets':
      return targets(db, item, form)
    case 'choose-sharing':
      return sharing(db, item, form)
    case 'share-results':
      return share(db, item)
    default:
      return mode(db, item, form)
  }
}

type OfItem = Omit<Item, 'appUrl'>

/** @throws 404 where the user manages no such purchase */
function found(isFound: boolean): void {
  if (!isFound) throw data('Not found', 404)
}

const done = <Intent extends ResultSettingsAnswer['intent']>(intent: Intent, text: string) => ({
  intent,
  done: true,
  text,
  errors: {},
})

const followUpForm = z.object({ due: z.string().max(40), days: z.literal(['', ...REMINDER_DAYS.map(String)]) })

function followUp(db: Kysely<DB>, item: OfItem, form: Form) {
  const intent = 'follow-up' as const
  const parsed = followUpForm.safeParse(form)
  if (!parsed.success) throw data('Bad request', 400)
  const values = { due: parsed.data.due.trim(), days: parsed.data.days }
  return answerRefusals(
    async () => {
      const day = parseDay(values.due)
      if (values.due !== '' && !day) refuse('Escribe una fecha válida, por ejemplo 21-12-2026.', { field: 'due' })
      const days = values.days === '' ? null : Number(values.days)
      found(await saveFollowUp(db, { ...item, day: day ?? null, days }))
      const text = 'Guardamos el plazo y los recordatorios.'
      return { intent, done: true, text, errors: {} } satisfies FollowUpAnswer
    },
    { intent, values },
  )
}

function publish(db: Kysely<DB>, item: OfItem, form: Form) {
  const intent = 'publish' as const
  const publishing = publishForm.safeParse(form)
  if (!publishing.success) {
    const errors = firstMessagePerField(publishing.error)
    if (errors.round !== undefined) throw data('Bad request', 400)
    return data<ResultSettingsAnswer>({ intent, done: false, text: '', errors }, 400)
  }
  return answerRefusals(
    async () => {
      found(await publishResults(db, { ...item, number: publishing.data.round }))
      return redirect(`${purchasePath(item.itemId)}/results`)
    },
    { intent },
  )
}

function targets(db: Kysely<DB>, item: OfItem, form: Form) {
  const intent = 'choose-targets' as const
  return answerRefusals(
    async () => {
      found(await chooseTargets(db, { ...item, form }))
      return done(intent, 'Guardamos los objetivos.')
    },
    { intent },
  )
}

async function sharing(db: Kysely<DB>, item: OfItem, form: Form) {
  const choosing = sharingForm.safeParse(form)
  if (!choosing.success) throw data('Bad request', 400)
  const { intent, share: isShared } = choosing.data
  found(await chooseSharing(db, { ...item, share: isShared }))
  return done(
    intent,
    isShared ? 'Guardado: ya puedes enviar los resultados.' : 'Guardado: los resultados no se comparten.',
  )
}

function share(db: Kysely<DB>, item: OfItem) {
  const intent = 'share-results' as const
  return answerRefusals(
    async () => {
      const sent = await shareResults(db, item)
      if (sent === undefined) throw data('Not found', 404)
      return done(intent, `Enviamos los resultados a ${countOf(sent, 'persona', 'personas')}.`)
    },
    { intent },
  )
}

function mode(db: Kysely<DB>, item: OfItem, form: Form) {
  const parsed = resultModeForm.safeParse(form)
  if (!parsed.success) throw data('Bad request', 400)
  const { intent, mode: chosen } = parsed.data
  return answerRefusals(
    async () => {
      found(await chooseResultMode(db, { ...item, mode: chosen }))
      return redirect(purchasePath(item.itemId, 'settings'))
    },
    { intent },
  )
}
