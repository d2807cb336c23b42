import { lazy, Suspense, useEffect, useState } from 'react'
import { refusal } from './refused-forms.ts'

// Hardly any visit ever shows it.
const OtherAccountDialog = lazy(() => import('./other-account-dialog.tsx'))

/** Says that a form was refused because its account is not signed in any more. */
export function OtherAccountNotice() {
  const [email, setEmail] = useState<string | null>()
  useEffect(() => {
    refusal.show = setEmail
  }, [])
  return (
    email !== undefined && (
      <Suspense>
        <OtherAccountDialog email={email} onClose={() => setEmail(undefined)} />
      </Suspense>
    )
  )
}
