import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { Button, type ButtonProps } from '#app/kit/ui/button.tsx'
import { NumberField } from '#app/kit/ui/number-field.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import { controlProps, type Declaration, type Fields } from './fields.ts'
import { Form } from './own-form.tsx'
import { Hidden } from './post-button.tsx'
import { useForm } from './use-form.ts'

type DeclaredFieldProps = {
  name: string
  declaration: Declaration
  error?: string | undefined
  defaultValue?: string | number | undefined
}

/** The control that a field's declaration stands for. */
function DeclaredField({ name, declaration, ...bound }: DeclaredFieldProps) {
  switch (declaration.control) {
    case 'lines':
      return <TextArea {...controlProps(name, declaration)} {...bound} />
    case 'choice':
      return <SelectField {...controlProps(name, declaration)} {...bound} />
    case 'integer':
    case 'pesos':
      return <NumberField {...controlProps(name, declaration)} {...bound} />
    default:
      return <TextField {...controlProps(name, declaration)} {...bound} />
  }
}

type IntentFormProps<F extends Fields> = Pick<ButtonProps, 'variant' | 'pendingLabel'> & {
  intent: string
  fields: F
  /** What the fields begin with. */
  stored?: Partial<Record<keyof F & string, string>>
  hidden?: Readonly<Record<string, string>>
  answer: Parameters<typeof useForm>[1]
  /** The label of its button. */
  children: ReactNode
}

/** A form of declared fields, one below the other, and one button. A form with a layout of its own uses `useForm`. */
export function IntentForm<const F extends Fields>({
  intent,
  fields,
  stored,
  hidden,
  answer,
  ...button
}: IntentFormProps<F>) {
  const sending = useNavigation().formData?.get('intent') === intent
  const { ref, field } = useForm(fields, answer)
  return (
    <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-5">
      <Hidden values={{ intent, ...hidden }} />
      {/* biome-ignore lint/complexity/noUselessFragments: children are elements only, which the map alone is not. */}
      <>
        {Object.entries(fields).map(([name, declaration]) => {
          const { error, defaultValue } = field(name, stored?.[name])
          return (
            <DeclaredField key={name} name={name} declaration={declaration} error={error} defaultValue={defaultValue} />
          )
        })}
      </>
      <Button type="submit" className="justify-self-start" pending={sending} pendingLabel="Guardando…" {...button} />
    </Form>
  )
}
