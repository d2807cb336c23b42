import { lazy, Suspense, useEffect, useState } from 'react'
import { refusal } from './refused-forms.ts'

// Hardly any visit ever shows it.
const OtherAccountDialog = lazy(() => import('./other-account-dialog.tsx'))

/** Says that a form was refused because somebody else has signed in since it was opened. */
export function OtherAccountNotice() {
  const [email, setEmail] = useState('')
  useEffect(() => {
    refusal.show = setEmail
  }, [])
  return (
    email && (
      <Suspense>
        <OtherAccountDialog email={email} onClose={() => setEmail('')} />
      </Suspense>
    )
  )
}
