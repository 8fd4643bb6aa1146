/** Pays the amount back. Rejects if the payment provider fails. */
export async function refund(orderId: string, amount: number): Promise<void> {
  const response = await fetch(`https://payments.example/refunds/${orderId}`, {
    method: 'POST',
    body: JSON.stringify({ amount }),
  })
  if (!response.ok) throw new Error(`Refund failed: ${response.status}`)
}
