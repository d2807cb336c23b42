import { type Logo, logoAlt, logoPath } from './logo.ts'

/**
 * A logo on white: most are drawn for paper, and would be lost on a dark page. One of any shape stands within 11 × 3 rem.
 * @param name of its organisation
 */
export const LogoPlate = ({ logo, name }: { logo: Logo; name: string }) => (
  <span
    data-exact-colour
    className="inline-flex max-w-full shrink-0 items-center justify-center rounded-md border border-line bg-[#fff] p-2"
  >
    <img
      src={logoPath(logo)}
      alt={logoAlt(name)}
      width={logo.width}
      height={logo.height}
      className="h-auto max-h-12 w-auto max-w-44 object-contain"
    />
  </span>
)
