import { data, redirect } from 'react-router'
import { z } from 'zod'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { choiceCookie } from '#app/platform/tracking/consent.ts'
import type { Route } from './+types/privacy-choice'

const form = z.object({ choice: z.enum(['granted', 'refused']) })

export const loader = () => redirect('/preferencias-de-privacidad')

/** Keeps whether the visitor lets us measure: asked by the banner and by the page of preferences, with and without scripts. */
export async function action({ request, context }: Route.ActionArgs) {
  const { settings, now } = servicesOf(context)
  const given = await request.formData().catch(() => undefined)
  const parsed = form.safeParse(given && Object.fromEntries(given))
  if (!parsed.success) throw data('Bad request', { status: 400 })
  const cookie = choiceCookie(parsed.data.choice, now().getTime(), settings.appUrl.startsWith('https://'))
  return redirect('/preferencias-de-privacidad?guardado=1', { status: 303, headers: { 'Set-Cookie': cookie } })
}
