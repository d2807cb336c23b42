import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link } from 'react-router'
import { Logo } from '#app/kit/ui/logo.tsx'
import { type FrameProps, LEGAL } from '#app/layouts/shop/page-frame.ts'
import { PAGE_WIDTH } from '#app/layouts/shop/page-width.ts'

const quietLink = 'inline-flex min-h-11 items-center gap-1.5 underline-offset-4 hover:text-copper hover:underline'

/** The name, the way back to the shop, and help: nothing else leads away from the payment. */
export const CheckoutHeader = ({ seller: { correo_soporte } }: FrameProps) => (
  <header className="border-b border-line bg-paper print:hidden lg:sticky lg:top-0 lg:z-40">
    <div className={`${PAGE_WIDTH} flex h-16 items-center justify-between gap-x-4`}>
      <Link to="/" aria-label="Alhena, inicio" className="rounded-sm py-2 pr-2">
        <Logo className="text-2xl leading-none" />
      </Link>
      <div className="flex items-center gap-x-4 text-sm whitespace-nowrap sm:gap-x-7 sm:text-md">
        <Link to="/assessments" className={quietLink}>
          <ArrowLeft aria-hidden="true" className="size-4 max-sm:hidden" />
          Volver a la tienda
        </Link>
        <a href={`mailto:${correo_soporte}`} className={quietLink}>
          <span>
            Ayuda<span className="max-lg:sr-only">{`: ${correo_soporte}`}</span>
          </span>
        </a>
      </div>
    </div>
  </header>
)

/** The seller and the legal texts, which consumer law requires beside a purchase. */
export const CheckoutFooter = ({ seller, demo }: FrameProps) => (
  <footer className="mt-14 border-t border-line bg-sunken text-sm text-muted print:hidden">
    <div className={`${PAGE_WIDTH} grid gap-2 py-6`}>
      <nav aria-label="Legal">
        <ul className="flex flex-wrap gap-x-6">
          {LEGAL.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} target="_blank" className={quietLink}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <p>{`${seller.razon_social} · RUT ${seller.rut_empresa} · ${seller.direccion}`}</p>
      {seller.note && <p>{seller.note}</p>}
      {demo && (
        <p>
          <Link to="/demo/correo" className="text-copper underline underline-offset-4">
            Correo de demostración
          </Link>
        </p>
      )}
    </div>
  </footer>
)
