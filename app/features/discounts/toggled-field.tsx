import { type ReactNode, useState } from 'react'
import { Checkbox } from '#app/ui/checkbox.tsx'

type ToggledFieldProps = {
  toggle: string
  /** The toggle's field name; the fields beneath count only while it is on. */
  name: string
  on: boolean
  className?: string | undefined
  children?: ReactNode
}

/** An optional limit of a code: the toggle, and the field beneath it while it is on (specification 2, section 5). */
export function ToggledField({ toggle, name, on, className, children }: ToggledFieldProps) {
  const [isOn, setOn] = useState(on)
  return (
    <div className={className}>
      <Checkbox label={toggle} name={name} checked={isOn} onChange={event => setOn(event.currentTarget.checked)} />
      {children !== undefined && (
        <div hidden={!isOn} className="mt-2">
          {children}
        </div>
      )}
    </div>
  )
}
