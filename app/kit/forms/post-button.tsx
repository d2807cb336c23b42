import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { Button, type ButtonProps } from '#app/kit/ui/button.tsx'
import { Form } from './own-form.tsx'

type Values = Readonly<Record<string, string>>

/** Hidden fields of a form. */
export const Hidden = ({ values }: { values: Values }) => (
  <>
    {Object.entries(values).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
  </>
)

type PostButtonProps = Pick<ButtonProps, 'variant' | 'size' | 'pendingLabel' | 'aria-label'> & {
  intent: string
  values?: Values
  children: ReactNode
}

/** A button that is a whole form: it posts its intent and these values, and the page stays where it is scrolled to. */
export function PostButton({ intent, values = {}, ...button }: PostButtonProps) {
  const posted = { intent, ...values }
  const { formData } = useNavigation()
  const sending =
    formData !== undefined && Object.entries(posted).every(([name, value]) => formData.get(name) === value)
  return (
    <Form method="post" preventScrollReset>
      <Hidden values={posted} />
      <Button type="submit" pending={sending} {...button} />
    </Form>
  )
}
