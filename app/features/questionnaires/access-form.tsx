import type { FormEvent } from 'react'
import { Link, useNavigation } from 'react-router'
import { CookieProbe, CookiesBlocked, useBlockedCookies } from '#app/kit/forms/cookie-probe.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { classNames } from '#app/kit/ui/class-names.ts'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { ACCESS_ENDED, type AccessAnswer } from './respond-texts.ts'
import { accessFields } from './respondent.ts'
import type { InvitedPerson, StageProduct } from './stage.ts'

/** Upper-cases the typed code without moving the caret. */
function toUpperCase({ currentTarget: input }: FormEvent<HTMLInputElement>) {
  const { selectionStart, selectionEnd } = input
  input.value = input.value.toUpperCase()
  input.setSelectionRange(selectionStart, selectionEnd)
}

/** The `ref` of the form and its two fields, with the errors of the last attempt. */
export function useAccessFields(answer: AccessAnswer | undefined, isInvited = false) {
  const { ref, field } = useForm(accessFields, answer)
  const controls = (
    <>
      {answer?.notice && (
        <Alert tone="warning" title={answer.notice.title}>
          {answer.notice.description}
        </Alert>
      )}
      {!isInvited && <TextField {...field('email')} />}
      <TextField {...field('access_code')} onInput={toUpperCase} />
    </>
  )
  return { ref, controls }
}

type AccessFormProps = {
  product: StageProduct
  /** A workshop is attended, not answered. */
  workshop?: boolean | undefined
  invited?: InvitedPerson | undefined
  /** When the access of this browser's session expired. */
  endedOn: string | undefined
  answer: AccessAnswer | undefined
  /** A session was opened a moment ago, and the browser has not kept it. */
  lostCookie?: boolean | undefined
}

/** Stage 1: e-mail and access code (specification 2, section 2). */
export function AccessForm({ product, workshop = false, invited, endedOn, answer, lostCookie }: AccessFormProps) {
  const blocked = useBlockedCookies() || lostCookie
  // Nobody's link: whoever comes here may have a code, or be looking for what to buy.
  const isEntry = !invited && product.price !== undefined
  const then = workshop ? 'No necesitas crear una cuenta.' : 'Si ya comenzaste, seguirás donde quedaste.'
  const { ref, controls } = useAccessFields(answer, Boolean(invited))
  const pending = useNavigation().formData?.get('intent') === 'access'
  const form = (
    <Form ref={ref} method="post" noValidate className={classNames('grid gap-5', !isEntry && `mt-8 ${PANEL}`)}>
      <input type="hidden" name="intent" value="access" />
      {/* Where scripts run, they know whether cookies are kept, and read the code that a link can bring. */}
      <noscript>
        <CookieProbe />
        {invited && <p className="text-md">{TYPE_CODE}</p>}
      </noscript>
      {invited && <input type="hidden" name="access_id" value={invited.accessId} />}
      {controls}
      <Button type="submit" size="lg" pending={pending} pendingLabel="Verificando...">
        {workshop ? 'Acceder al taller' : 'Acceder al Assessment'}
      </Button>
    </Form>
  )
  return (
    <div className={classNames('mx-auto', isEntry ? 'max-w-244' : 'max-w-md')}>
      <h1 className="text-2xl sm:text-3xl">{product.name}</h1>
      <p className="mt-3 max-w-prose text-pretty text-muted">
        {invited ? (
          <>
            <span>Esta invitación es para</span> <strong className="font-medium text-ink">{invited.email}</strong>
            <span>. Accede con el código que trae.</span>
          </>
        ) : (
          <span>{isEntry ? product.description : WITH_CODE}</span>
        )}{' '}
        {!isEntry && <span>{then}</span>}
      </p>
      {endedOn !== undefined && (
        <Alert className="mt-6" tone="warning" title={workshop ? 'Tu acceso terminó' : ACCESS_ENDED.title}>
          {`Tu acceso terminó el ${endedOn}. Si necesitas más plazo, pídele a quien te invitó que lo extienda.${workshop ? '' : ' Lo que guardaste antes se conserva.'}`}
        </Alert>
      )}
      {blocked && <CookiesBlocked className="mt-6" />}
      {isEntry ? (
        <div className="mt-8 grid gap-6 md:grid-cols-2">
          <Way id="con-codigo" title="Tengo un código" text={`${WITH_CODE} ${then}`}>
            {form}
          </Way>
          <BuyPanel product={product} />
        </div>
      ) : (
        form
      )}
      {invited && (
        <p className="mt-6 text-md text-muted">
          ¿No es tu correo?{' '}
          <Link to="?" className="font-medium text-copper underline underline-offset-4 hover:text-copper-strong">
            Entrar con otro
          </Link>
        </p>
      )}
      {product.price !== undefined && !isEntry && (
        <p className="mt-6 text-md text-muted">
          ¿Todavía no tienes acceso?{' '}
          <Link
            to={buyAddress(product)}
            className="font-medium text-copper underline underline-offset-4 hover:text-copper-strong"
          >
            Ver y comprar
          </Link>
        </p>
      )}
    </div>
  )
}

const PANEL = 'min-w-0 rounded-lg border border-line bg-surface p-5 sm:p-7'

const TYPE_CODE =
  'Tu navegador no ejecuta scripts: escribe el código que está bajo el botón de tu invitación. Empieza con AC-.'

const WITH_CODE = 'Ingresa con el correo y el código de acceso de tu invitación.'

const buyAddress = ({ slug }: Pick<StageProduct, 'slug'>): string => `/assessment/${slug}`

/** The other way, as large as the form: what it costs, and its page (spec D63). */
const BuyPanel = ({ product: { name, slug, price } }: { product: StageProduct }) => (
  <Way id="sin-codigo" title="Todavía no tengo acceso" text="Compra para ti o para tu equipo, con boleta o factura.">
    <p className="font-medium text-pretty">{name}</p>
    <p className="mt-2 mb-6 flex flex-wrap items-baseline justify-between gap-x-4">
      <span className="text-2xl font-semibold tracking-tight tabular-nums">{price?.text}</span>
      <span className="text-md text-muted">{price?.vatText}</span>
    </p>
    <ButtonLink to={buyAddress({ slug })} size="lg" className="w-full">
      Ver y comprar
    </ButtonLink>
  </Way>
)

type WayProps = { id: string; title: string; text: string; children: Blocks }

/** One of the two ways in. Not a `Panel`: this page loads as few scripts as it can. */
const Way = ({ id, title, text, children }: WayProps) => (
  <section aria-labelledby={id} className={PANEL}>
    <h2 id={id} className="text-lg">
      {title}
    </h2>
    <p className="mt-1 mb-6 text-md text-muted">{text}</p>
    {children}
  </section>
)
