import Mail from 'lucide-react/icons/mail'
import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'

/** Sends the order's receipt to its buyer again. */
export function ResendReceipt() {
  const sending = useNavigation().formData?.get('intent') === 'resend-receipt'
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="resend-receipt" />
      <Button type="submit" variant="secondary" pending={sending}>
        <Mail aria-hidden="true" />
        Reenviar Comprobante
      </Button>
    </Form>
  )
}
