import { useLocation } from 'react-router'
import { Alert } from '#app/kit/ui/alert.tsx'
import { LOG_IN_PATH, type NotSaved as Reason } from './keep-typed-input.ts'

/** Says that typed input is not saved yet, and how it will be. */
export function NotSaved({ reason }: { reason: Reason['notSaved'] | undefined }) {
  const { pathname } = useLocation()
  if (reason === undefined) return null
  if (reason === 'unreached') {
    return (
      <Alert tone="error" title="No se guardó: no pudimos llegar al servidor">
        Lo que escribiste sigue aquí. Revisa tu conexión y guarda de nuevo.
      </Alert>
    )
  }
  return (
    <Alert tone="error" title="No se guardó: tu sesión terminó">
      Lo que escribiste sigue aquí.{' '}
      <a
        href={`${LOG_IN_PATH}?${new URLSearchParams({ redirect: pathname })}`}
        target="_blank"
        rel="noreferrer"
        className="font-medium underline underline-offset-4"
      >
        Inicia sesión en otra pestaña
      </a>{' '}
      y guarda de nuevo en esta.
    </Alert>
  )
}
