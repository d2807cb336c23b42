import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'

type IntentFormProps = {
  intent: string
  /** The revision of the endpoint as shown. */
  revision: number
  label: string
  variant?: 'primary' | 'secondary' | 'danger'
}

/** A single-purpose button on an endpoint's page. */
export function IntentForm({ intent, revision, label, variant = 'secondary' }: IntentFormProps) {
  const sending = useNavigation().formData?.get('intent') === intent
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="revision" value={revision} />
      <Button type="submit" size="sm" variant={variant} pending={sending}>
        {label}
      </Button>
    </Form>
  )
}
