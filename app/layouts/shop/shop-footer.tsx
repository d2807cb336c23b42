import { Link } from 'react-router'
import { Logo } from '#app/kit/ui/logo.tsx'
import { categoryAddress, HEADER_CATEGORIES } from './header-categories.ts'
import { LEGAL } from './legal-links.ts'
import type { FrameProps } from './page-frame.ts'
import { PAGE_WIDTH } from './page-width.ts'

const ACCOUNT = [
  { to: '/account', label: 'Mi Cuenta' },
  { to: '/account/dashboard', label: 'Dashboard de Assessments' },
  { to: '/dama-assessment', label: 'Responder con un código' },
] as const

/** The seller, which consumer law requires on every page, and links. */
export function ShopFooter({ seller, demo, footer }: FrameProps) {
  return (
    <footer className="mt-20 border-t border-line bg-sunken print:hidden">
      <div className={`${PAGE_WIDTH} grid gap-10 py-12 sm:grid-cols-2 lg:grid-cols-[1.6fr_1fr_1fr_1fr]`}>
        <div className="text-md text-muted">
          <Logo className="text-xl" />
          <p className="mt-3 max-w-72">{footer}</p>
        </div>
        <Links title="Catálogo" links={HEADER_CATEGORIES.map(name => ({ to: categoryAddress(name), label: name }))} />
        <Links title="Tu cuenta" links={ACCOUNT} />
        <Links title="Legal" links={LEGAL} />
      </div>
      <div className="border-t border-line">
        <div className={`${PAGE_WIDTH} flex flex-wrap gap-x-6 gap-y-1 py-5 text-sm text-muted`}>
          <p>{`${seller.razon_social} · RUT ${seller.rut_empresa}`}</p>
          <p>{seller.direccion}</p>
          <p>
            <a
              href={`mailto:${seller.correo_soporte}`}
              className="underline-offset-4 hover:text-copper hover:underline"
            >
              {seller.correo_soporte}
            </a>
          </p>
          {seller.note && <p>{seller.note}</p>}
          {demo && (
            <p>
              <Link to="/demo/correo" className="text-copper underline underline-offset-4">
                Correo de demostración
              </Link>
            </p>
          )}
        </div>
      </div>
    </footer>
  )
}

function Links({ title, links }: { title: string; links: readonly { to: string; label: string }[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="text-md">{title}</h2>
      <ul className="footer-links">
        {links.map(link => (
          <li key={link.to}>
            <Link to={link.to}>{link.label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
