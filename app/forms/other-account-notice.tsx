import { lazy, Suspense, useSyncExternalStore } from 'react'
import { refusedForm } from './refused-forms.ts'

// Hardly any visit ever shows it.
const OtherAccountDialog = lazy(() => import('./other-account-dialog.tsx'))

/** Says that a form was refused because somebody else has signed in since it was opened. */
export function OtherAccountNotice() {
  const email = useSyncExternalStore(refusedForm.subscribe, refusedForm.current, () => undefined)
  if (email === undefined) return null
  return (
    <Suspense>
      <OtherAccountDialog email={email} onClose={() => refusedForm.set(undefined)} />
    </Suspense>
  )
}
