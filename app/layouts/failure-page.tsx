import { isRouteErrorResponse, Link } from 'react-router'
import { AccessDenied, accessDeniedFrom } from '#app/features/identity/sign-in/access-denied.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { otherAccountFrom, refusalFrom } from '#app/platform/http/other-account.ts'
import { useFailedRequestId } from '#app/platform/http/request-id.ts'
import { OtherAccountPage } from './other-account-page.tsx'
import { MISSING_TITLE, MissingPage } from './shop/missing-page.tsx'

/** A page that can't be shown, with the reason where it is the visitor's to know. */
export default function FailurePage({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  const refusal = otherAccountFrom(error)
  if (refusal) return <OtherAccountPage refusal={refusal} />
  const denied = accessDeniedFrom(error)
  if (denied) return <AccessDenied {...denied} />
  const refused = refusalFrom(error)
  if (refused !== undefined) return <Trouble title="No se guardó" text={refused} />
  return <Trouble {...textsOf(error)} />
}

const NotFound = () => (
  <main id="contenido" tabIndex={-1}>
    <title>{MISSING_TITLE}</title>
    <MissingPage />
  </main>
)

function textsOf(error: unknown): Texts {
  if (!isRouteErrorResponse(error)) return isUnanswered(error) ? UNANSWERED : FAILED
  if (error.status === 429) return BUSY
  return error.status < 500 ? REFUSED : FAILED
}

/** What `fetch` throws where nobody answers; each browser has its own words. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof TypeError && /fetch|load failed|network/i.test(error.message)

type Texts = { title: string; text: string; ours?: boolean }

const FAILED: Texts = {
  title: 'No pudimos mostrar esta página',
  text: 'Es un problema nuestro y suele durar poco. Tus datos están a salvo: espera unos segundos y vuelve a intentarlo.',
  ours: true,
}
const UNANSWERED: Texts = {
  title: 'No pudimos conectar con la tienda',
  text: 'Revisa tu conexión. Tu carrito está guardado en este navegador.',
}
const BUSY: Texts = {
  title: 'Demasiadas solicitudes seguidas',
  text: 'Espera unos segundos y vuelve a intentarlo. Tu carrito está guardado en este navegador.',
}
const REFUSED: Texts = {
  title: 'No pudimos leer esa solicitud',
  text: 'La dirección o el formulario llegaron incompletos. Vuelve a la página anterior e inténtalo otra vez.',
}

function Trouble({ title, text, ours }: Texts) {
  return (
    <main
      id="contenido"
      tabIndex={-1}
      className="mx-auto flex min-h-[70vh] w-full max-w-xl flex-col items-start justify-center gap-4 px-4 py-12"
    >
      <title>Algo salió mal · Alhena</title>
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      <p className="text-muted">{text}</p>
      <p className="mt-2 flex flex-wrap items-center gap-5">
        <Button onClick={() => location.reload()}>Reintentar</Button>
        <Link className="text-copper underline underline-offset-4" to="/">
          Volver al inicio
        </Link>
      </p>
      {ours && <RequestCode />}
    </main>
  )
}

/** What support needs to find the failure in its records. */
function RequestCode() {
  const id = useFailedRequestId()
  return (
    <p className="mt-4 text-sm text-muted empty:hidden" suppressHydrationWarning>
      {id && `Si nos escribes, indica este código: ${id}`}
    </p>
  )
}
