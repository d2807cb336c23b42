import { Link } from 'react-router'
import { Checkbox } from '#app/ui/checkbox.tsx'

/** The terms, accepted anew with every purchase. */
export const TermsCheckbox = ({ error }: { error: string | undefined }) => (
  <Checkbox
    name="terms"
    error={error}
    label={
      <>
        Leí y acepto las{' '}
        <Link to="/legal/condiciones" target="_blank" className="text-copper underline underline-offset-4">
          condiciones de compra
        </Link>
      </>
    }
  />
)
