import { Link, useNavigation } from 'react-router'
import { DAY_MS, formatLongDate } from '#app/kernel/dates.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { RadioGroup } from '#app/kit/ui/radio-group.tsx'
import { PAGE_WIDTH } from '#app/layouts/shop/page-width.ts'
import { measuringNotice } from '#app/platform/legal/legal.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { readChoice, refusesBySignal } from '#app/platform/tracking/consent.ts'
import type { Route } from './+types/privacy-preferences'

const TITLE = 'Preferencias de privacidad'

const OPTIONS = [
  {
    value: 'refused',
    label: 'No medir mis visitas',
    description: 'La tienda funciona igual: puedes comprar y responder sin diferencia.',
  },
  {
    value: 'granted',
    label: 'Permitir la medición',
    description:
      'Registramos qué páginas, productos y filtros usas, con un identificador que se borra al cerrar la pestaña.',
  },
] as const

export const meta: Route.MetaFunction = () => [{ title: `${TITLE} · Alhena` }]

export function loader({ request, url, context }: Route.LoaderArgs) {
  const { now } = servicesOf(context)
  const stored = readChoice(request.headers.get('cookie'), now().getTime(), measuringNotice())
  return {
    choice: stored?.choice,
    // Noon UTC is the same day in Santiago.
    since: stored && formatLongDate(new Date((stored.day + 0.5) * DAY_MS)),
    signal: refusesBySignal(request.headers),
    notice: measuringNotice().version,
    saved: url.searchParams.has('guardado'),
  }
}

/** Where a visitor decides about being measured, at any time and without scripts too. */
export default function PrivacyPreferences({ loaderData }: Route.ComponentProps) {
  const { choice, since, signal, notice, saved } = loaderData
  const saving = useNavigation().formMethod === 'POST'
  return (
    <div className={`${PAGE_WIDTH} pt-6`}>
      <Breadcrumbs items={[{ label: 'Inicio', to: '/' }, { label: TITLE }]} />
      <div className="max-w-2xl pt-8">
        <h1 className="text-3xl">{TITLE}</h1>
        <p className="mt-3 text-md text-muted">
          Medimos cómo se usa la tienda solo con tu permiso, con registros propios y sin terceros. Puedes cambiar de
          opinión cuando quieras.{' '}
          <Link to="/legal/cookies" className="text-copper underline underline-offset-4">
            Qué medimos y por cuánto tiempo
          </Link>
        </p>
        <div className="mt-8 grid gap-6">
          {saved && !saving && <Alert tone="success">Guardamos tu preferencia.</Alert>}
          {signal && (
            <Alert>
              Tu navegador pide que no te midan (Global Privacy Control o «No rastrear»). Lo respetamos: mientras envíe
              esa señal, no medimos nada, elijas lo que elijas aquí.
            </Alert>
          )}
          <Form method="post" action="/privacy-choice" className="grid gap-6">
            <input type="hidden" name="notice" value={notice} />
            <RadioGroup
              key={choice}
              legend="¿Podemos medir tus visitas?"
              name="choice"
              variant="card"
              required
              options={OPTIONS}
              defaultValue={choice}
              hint={since && `Tu decisión es del ${since}. La recordamos por un año.`}
            />
            <div>
              <Button type="submit" pending={saving} pendingLabel="Guardando…">
                Guardar preferencia
              </Button>
            </div>
          </Form>
        </div>
      </div>
    </div>
  )
}
