import { Form } from '#app/kit/forms/own-form.tsx'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { track } from '#app/platform/tracking/track.ts'

type SignOutFormProps = { id?: string; to: string; reloadDocument?: boolean; className?: string; children?: Blocks }

/**
 * Signs out whoever is signed in and leads to `to`. Every way out reports it, also from pages that are not measured: the event waits
 * there for the next page that is (specification 1, section 7).
 */
export const SignOutForm = ({ to, children, ...props }: SignOutFormProps) => (
  <Form {...props} method="post" action="/sign-out" onSubmit={() => track('user_action', { action: 'logout' })}>
    <input type="hidden" name="to" value={to} />
    {children}
  </Form>
)
