import './delivery-form.css'

interface Props {
  errors: { email?: string }
  onEditAddress: () => void
  onSubmit: (data: FormData) => void
}

export function DeliveryForm({ errors, onEditAddress, onSubmit }: Props) {
  return (
    <form
      className="delivery"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(new FormData(event.currentTarget))
      }}
    >
      <h2>Delivery</h2>

      <input name="name" autoComplete="name" placeholder="Full name" required />

      <label htmlFor="email">Email</label>
      <input id="email" name="email" type="email" autoComplete="email" required />
      {errors.email !== undefined && <p className="error">{errors.email}</p>}

      <address>
        12 Harbor Street, Springfield{' '}
        <span className="link" onClick={onEditAddress}>
          Edit
        </span>
      </address>

      <p>Shipping</p>
      <label>
        <input type="radio" name="shipping" value="standard" defaultChecked /> Standard
      </label>
      <label>
        <input type="radio" name="shipping" value="express" /> Express
      </label>

      <button type="submit">Continue to payment</button>
    </form>
  )
}
