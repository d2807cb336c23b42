import { useRef } from 'react'
import { data, Link } from 'react-router'
import { logOf } from '#app/features/audit/audit.server.ts'
import { historyOf } from '#app/features/audit/audit.ts'
import { HISTORY_SHOWN } from '#app/features/audit/change-history.tsx'
import { reauthenticate } from '#app/features/identity/staff/reauthentication.server.ts'
import { answerStoredText, readSeen, type TextFailure } from '#app/features/texts/save-text.server.ts'
import { asksReauthentication, SETTING_TITLES } from '#app/features/texts/settings.ts'
import {
  readSettingForm,
  SETTING_KEYS,
  type SettingKey,
  settingKey,
} from '#app/features/texts/settings-schema.server.ts'
import { findText } from '#app/features/texts/texts.server.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { answerRefusals, readForm } from '#app/kit/forms/answer-form.server.ts'
import { keepTypedInput, useLastAnswer } from '#app/kit/forms/keep-typed-input.ts'
import { LeaveDialog, useUnsaved } from '#app/kit/forms/unsaved.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { contentEditor } from '#app/layouts/admin/content-editor.server.ts'
import { BAND, SettingsPage } from '#app/layouts/admin/settings-page.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { shopTexts } from '#app/platform/texts/shop-texts.ts'
import type { Route } from './+types/shop'
import { SettingForm } from './setting-form.tsx'
import { shownSetting } from './shown-setting.server.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Configuración · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const editor = await contentEditor(args)
  const named = 'setting' in args.params ? args.params.setting : SETTING_KEYS[0]
  if (named === BAND) return { band: figuresOfBand(), setting: undefined, done: undefined }
  const setting = settingKey.safeParse(named)
  if (!setting.success) throw data('Not found', 404)
  const key = setting.data
  const shown = await readAs(servicesOf(args.context).db, editor, async tx => {
    const [log, text] = await Promise.all([logOf(tx, 'setting', key, HISTORY_SHOWN), findText(tx, 'setting', key)])
    return { ...shownSetting(key, text), history: historyOf(log) }
  })
  const parameters = args.url.searchParams
  const done =
    parameters.get('guardado') === key ? 'saved' : parameters.get('original') === key ? 'restored' : undefined
  return { setting: shown, band: undefined, done } as const
}

function figuresOfBand() {
  const texts = shopTexts()
  return ([1, 2, 3] as const).map(figure => ({
    value: texts[`figure_${figure}_value`],
    label: texts[`figure_${figure}_label`],
  }))
}

const PROBLEM = 'Revisa los datos marcados.'

export async function action(args: Route.ActionArgs) {
  const editor = await contentEditor(args)
  const { password = '', ...form } = await readForm(args.request)
  const setting = settingKey.safeParse(form.setting)
  if (!setting.success) throw data('Bad request', 400)
  const key = setting.data
  const seen = readSeen(form)
  const save = async () => {
    if (asksReauthentication(key)) await reauthenticate(args, password, servicesOf(args.context).now())
    return answerStoredText(servicesOf(args.context), {
      editor,
      kind: 'setting',
      key,
      form,
      read: typed => readSettingForm(key, typed),
      doneAt: done => `/admin/settings/${key}?${done}=${key}`,
      problem: PROBLEM,
      conflict: settingConflict,
    })
  }
  return answerRefusals(save, { key, text: PROBLEM, tone: 'error' as const, values: form, seen })
}

/** That somebody else has saved the same setting meanwhile, and how to go on. */
const settingConflict = ({ by, at }: TextFailure): string =>
  `${at === null ? 'Otra persona volvió al valor original' : `${by ?? 'Otra persona'} guardó estos datos el ${formatDateTime(at)},`} después de que abriste esta página. Lo tuyo sigue aquí: guarda de nuevo para que valga, o recarga para ver lo suyo.`

/** Typed input survives an expired session or a lost connection. */
export const clientAction = (args: Route.ClientActionArgs) => keepTypedInput(args)

const DESCRIPTIONS: Readonly<Record<SettingKey, string>> = {
  seller:
    'Va en el pie de la tienda, los textos legales, los comprobantes y las cotizaciones nuevas. Los documentos ya emitidos conservan los datos con que se emitieron.',
  transfer:
    'La ven quienes tienen una orden que espera su pago, en la orden y en el correo. El titular y el RUT son los de quien vende.',
  sales: 'Valen para compras y cotizaciones nuevas; las que existen no cambian.',
  privacy:
    'Cuánto se guardan las respuestas y los datos de quienes responden. Vale también para lo que ya se respondió.',
  laws: 'Si el Congreso posterga una ley, cambia aquí su fecha: los textos que la nombran dicen la nueva de inmediato.',
  tax: 'Los datos de quien emite, como están en el SII; la razón social y el RUT son los de quien vende. Valen para los documentos que se pidan desde ahora.',
  certificates:
    'Va en los certificados de los talleres que se confirmen desde ahora. Vacía: firma la razón social de quien vende.',
  alerts: 'A dónde escribe la tienda cuando algo no cuadra y hay que mirarlo, por ejemplo una diferencia en el libro.',
  notice: 'Por ejemplo, de una mantención programada.',
}

const DONE = { saved: 'Guardado. La tienda ya lo usa.', restored: 'Vuelve a valer el valor original.' } as const

/** One group of the terms of the shop's sales. */
export default function AdminSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { setting, band, done } = loaderData
  const { answer, notSaved } = useLastAnswer(actionData)
  const root = useRef<HTMLDivElement>(null)
  const { blocker, isDirty } = useUnsaved(root, `${setting?.key} ${setting?.seen}`)
  return (
    <SettingsPage description="Los cambios valen de inmediato y quedan registrados en la auditoría.">
      <div ref={root} className="max-w-4xl">
        {setting && (
          <SettingForm
            key={setting.key}
            title={SETTING_TITLES[setting.key]}
            description={DESCRIPTIONS[setting.key]}
            setting={setting}
            answer={answer?.key === setting.key ? answer : undefined}
            notSaved={notSaved}
            done={done && DONE[done]}
            isDirty={isDirty}
          />
        )}
        {band && <Band figures={band} />}
      </div>
      <LeaveDialog blocker={blocker} />
    </SettingsPage>
  )
}

const Band = ({ figures }: { figures: readonly { value: string; label: string }[] }) => (
  <Panel
    title="Banda de cifras"
    description="La muestra la portada. Se edita junto a los demás textos de la tienda."
    actions={
      <ButtonLink to="/admin/content/texts#figure_1_value" variant="secondary" size="sm">
        Editar las cifras
      </ButtonLink>
    }
  >
    <dl className="grid gap-5 sm:grid-cols-3">
      {figures.map(({ value, label }) => (
        <div key={label} className="flex flex-col-reverse justify-end border-t border-line pt-2.5">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="text-2xl font-medium tracking-tighter tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
    <p className="mt-5 text-sm text-muted">
      Las palabras de los correos y los textos legales están en{' '}
      <Link to="/admin/content/emails" className="text-copper underline underline-offset-4">
        Contenidos
      </Link>
      .
    </p>
  </Panel>
)
