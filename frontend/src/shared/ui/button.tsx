import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import iconButtonStyles from './icon-button.module.css'

export type ButtonVariant = 'primary' | 'plain' | 'ghost' | 'danger'

interface ButtonAppearance {
  variant?: ButtonVariant
  size?: 'normal' | 'small'
}

/** While `pending`, the button stays in place and focused, and ignores presses. */
export function Button({
  variant = 'plain',
  size = 'normal',
  pending = false,
  className,
  onClick,
  ...props
}: ComponentProps<'button'> & ButtonAppearance & { pending?: boolean }) {
  return (
    <button
      type="button"
      {...props}
      className={classNames(styles.button, styles[variant], styles[size], className)}
      aria-disabled={pending || props.disabled || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
    />
  )
}

/** A link styled as a button, because it navigates. */
export function ButtonLink({
  variant = 'plain',
  size = 'normal',
  className,
  ...props
}: ComponentProps<typeof Link> & ButtonAppearance) {
  return <Link {...props} className={classNames(styles.button, styles[variant], styles[size], className)} />
}

/** A button with only an icon; its label is announced and shown as a tooltip. */
export function IconButton({
  icon: Icon,
  label,
  className,
  ...props
}: Omit<ComponentProps<'button'>, 'children'> & { icon: LucideIcon; label: string }) {
  return (
    <button
      type="button"
      {...props}
      aria-label={label}
      title={label}
      className={classNames(iconButtonStyles.button, className)}
    >
      <Icon aria-hidden size={18} strokeWidth={1.75} />
    </button>
  )
}
