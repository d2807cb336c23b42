import { Panel } from '#app/kit/ui/panel.tsx'
import { RadioGroup } from '#app/kit/ui/radio-group.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import type { LegalContent } from '#app/platform/legal/legal.schema.ts'

type Values = Readonly<Record<string, string>>

/** A legal text as form values. */
export const legalValues = ({
  title,
  status,
  templateNotice,
  summary,
  sections,
}: LegalContent): Record<string, string> => ({
  title,
  status,
  templateNotice,
  summary: summary.join('\n'),
  ...Object.fromEntries(
    sections.flatMap(({ heading, body }, index) => [
      [`seccion.${index + 1}.titulo`, heading],
      [`seccion.${index + 1}.texto`, body.join('\n\n')],
    ]),
  ),
})

const sectionsOf = (values: Values): number[] =>
  Object.keys(values)
    .flatMap(name => /^seccion\.(\d{1,3})\.titulo$/.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((a, b) => a - b)

type LegalFieldsProps = {
  values: Values
  errors: Values
  /** Adds one empty section. */
  more: boolean
}

/** The fields of a legal text: summary and sections. */
export function LegalFields({ values, errors, more }: LegalFieldsProps) {
  const numbers = sectionsOf(values)
  const all = more ? [...numbers, (numbers.at(-1) ?? 0) + 1] : numbers
  const field = (name: string) => ({ name, defaultValue: values[name] ?? '', error: errors[name] })
  return (
    <>
      <Panel title="Título y resumen">
        <div className="grid gap-5">
          <TextField label="Título" required {...field('title')} />
          <TextArea label="En breve" required hint="Una frase por línea." rows={4} {...field('summary')} />
          <RadioGroup
            legend="Estado"
            name="status"
            defaultValue={values.status ?? 'plantilla'}
            options={[
              { value: 'plantilla', label: 'Plantilla: la página muestra el aviso' },
              { value: 'revisado', label: 'Revisado por asesoría legal' },
            ]}
          />
          <TextArea label="Aviso de plantilla" rows={2} {...field('templateNotice')} />
        </div>
      </Panel>
      <Panel title="Secciones" description="Una línea en blanco separa párrafos. Una sección vacía se quita.">
        <div className="grid gap-7">
          {all.map((number, index) => (
            <div key={number} className="grid gap-4">
              <TextField label={`Sección ${index + 1}: título`} {...field(`seccion.${number}.titulo`)} />
              <TextArea label={`Sección ${index + 1}: texto`} rows={4} {...field(`seccion.${number}.texto`)} />
            </div>
          ))}
        </div>
      </Panel>
    </>
  )
}
