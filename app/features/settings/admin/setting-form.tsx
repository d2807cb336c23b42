import { useNavigation } from 'react-router'
import type { HistoryEntry } from '#app/features/audit/audit.ts'
import { ChangeHistory } from '#app/features/audit/change-history.tsx'
import { ReauthenticationField } from '#app/features/identity/staff/reauthentication-field.tsx'
import type { TextAnswer } from '#app/features/texts/save-text.server.ts'
import { asksReauthentication } from '#app/features/texts/settings.ts'
import type { SettingField, SettingKey } from '#app/features/texts/settings-schema.server.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { ConfirmedSubmit } from '#app/kit/forms/confirmed-submit.tsx'
import { controlProps } from '#app/kit/forms/fields.ts'
import { useFocusOnError } from '#app/kit/forms/focus.ts'
import type { NotSaved as NotSavedAnswer } from '#app/kit/forms/keep-typed-input.ts'
import { NotSaved } from '#app/kit/forms/not-saved.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'

export type ShownSetting = {
  key: SettingKey
  fields: readonly (SettingField & { value: string })[]
  /** The revision of the row that is shown; 0: the release's. */
  seen: number
  changed: { at: Date; by: string | null } | undefined
}

type SettingFormProps = {
  title: string
  description: string
  setting: ShownSetting & { history: readonly HistoryEntry[] }
  /** The answer to a save of this setting that was refused. */
  answer: TextAnswer | undefined
  /** Why the server has not answered to it. */
  notSaved: NotSavedAnswer['notSaved'] | undefined
  /** That it has just been saved. */
  done: string | undefined
  /** Something was typed that is not saved. */
  isDirty: boolean
}

const NO_ERRORS: Record<string, string> = {}

/** The form of one setting. Each is saved alone, so that two people who change different settings cause no conflict. */
export function SettingForm({ title, description, setting, answer, notSaved, done, isDirty }: SettingFormProps) {
  const { key, fields, changed } = setting
  const sent = useNavigation().formData
  const sending = sent?.get('setting') === key ? sent.get('intent') : undefined
  const errors = answer?.errors ?? NO_ERRORS
  const form = useFocusOnError(errors)
  return (
    <Panel
      title={title}
      description={description}
      footer={
        <div className="grid gap-1">
          <p className="text-sm text-muted">
            {changed
              ? `Cambiado el ${formatDateTime(changed.at)}${changed.by ? ` por ${changed.by}` : ''}.`
              : 'Son los valores originales.'}
          </p>
          <ChangeHistory entries={setting.history} entity="setting" id={key} />
        </div>
      }
    >
      <Form
        key={setting.seen}
        ref={form}
        method="post"
        noValidate
        preventScrollReset
        className="grid gap-5 [&_:is(input,textarea,select)]:scroll-mb-24"
      >
        <input type="hidden" name="setting" value={key} />
        <input type="hidden" name="seen" value={answer?.seen ?? setting.seen} />
        <NotSaved reason={notSaved} />
        {answer && <Alert tone="error">{answer.text}</Alert>}
        {!answer && done !== undefined && !isDirty && <Alert tone="success">{done}</Alert>}
        <div className="grid gap-5 sm:grid-cols-2">
          {fields.map(field => (
            <SettingControl
              key={field.name}
              field={field}
              typed={answer?.values[field.name]}
              error={errors[field.name]}
            />
          ))}
        </div>
        {asksReauthentication(key) && (
          <ReauthenticationField
            hint={
              key === 'transfer'
                ? 'La pedimos porque decide a dónde llega el dinero.'
                : 'La pedimos porque lo lee toda persona que entra.'
            }
            error={errors.password}
            className="max-w-sm"
          />
        )}
        <div className="sticky bottom-0 z-10 -mx-5 -mb-5 flex flex-wrap items-center gap-2.5 border-t border-line bg-surface px-5 py-3 sm:-mx-6 sm:-mb-6 sm:px-6">
          <Button type="submit" name="intent" value="save" pending={sending === 'save'} pendingLabel="Guardando…">
            Guardar
          </Button>
          {changed && (
            <ConfirmedSubmit
              value="restore"
              variant="secondary"
              pending={sending === 'restore'}
              question={`¿Volver al valor original de «${title}»?`}
              consequence="Lo que está guardado deja de valer de inmediato. Queda en el historial."
              confirm="Volver al original"
            >
              Volver al valor original
            </ConfirmedSubmit>
          )}
          <p role="status" className="text-md font-medium text-fair-ink">
            {isDirty && 'Cambios sin guardar'}
          </p>
        </div>
      </Form>
    </Panel>
  )
}

type SettingControlProps = {
  field: ShownSetting['fields'][number]
  typed: string | undefined
  error: string | undefined
}

function SettingControl({ field, typed, error }: SettingControlProps) {
  const { name, declared, value, original } = field
  const stored = typed ?? value
  if (declared.control === 'choice') {
    return (
      <SelectField {...controlProps(name, declared)} error={error} defaultValue={stored} className="sm:col-span-2" />
    )
  }
  const isArea = declared.control === 'lines'
  const back = value === original || isArea ? undefined : `Original: ${original === '' ? 'vacío' : original}.`
  const props = {
    ...controlProps(name, declared),
    error,
    hint: [declared.hint, back].filter(Boolean).join(' ') || undefined,
    defaultValue: stored,
  }
  if (isArea) return <TextArea {...props} className="sm:col-span-2" />
  const isLong = declared.control === 'line' && declared.type === undefined && declared.max > 150
  return <TextField {...props} className={isLong ? 'sm:col-span-2' : undefined} />
}
