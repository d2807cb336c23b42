import { data, redirect } from 'react-router'
import { z } from 'zod'
import { readForm } from '#app/kit/forms/answer-form.server.ts'
import { measuringNotice } from '#app/platform/legal/legal.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { choiceCookie } from '#app/platform/tracking/consent.ts'
import type { Route } from './+types/privacy-choice'

const form = z.object({
  choice: z.enum(['granted', 'refused']),
  /** The version of the notice that was shown: consent covers only what was read. */
  notice: z.coerce.number().int().min(1).optional().catch(undefined),
})

export const loader = () => redirect('/preferencias-de-privacidad')

/** Stores whether the visit may be measured: from the banner and the page of preferences, with and without scripts. */
export async function action({ request, context }: Route.ActionArgs) {
  const { settings, now } = servicesOf(context)
  const parsed = form.safeParse(await readForm(request))
  if (!parsed.success) throw data('Bad request', { status: 400 })
  const { choice, notice } = parsed.data
  const current = measuringNotice().version
  const cookie = choiceCookie(choice, {
    version: Math.min(notice ?? current, current),
    now: now().getTime(),
    https: settings.appUrl.startsWith('https://'),
  })
  return redirect('/preferencias-de-privacidad?guardado=1', { status: 303, headers: { 'Set-Cookie': cookie } })
}
