import type { Database, Handler } from './server'
import { refund } from './payments'

interface Order {
  id: string
  user_id: string
  status: 'open' | 'shipped' | 'canceled'
  total: number
  lines?: { product: string; quantity: number }[]
}

export function ordersApi(db: Database): Record<string, Handler> {
  return {
    async listOrders(request) {
      const search = request.query.search ?? ''
      const limit = Number(request.query.limit ?? 20)
      const orders: any[] = await db.query(
        `SELECT * FROM orders WHERE user_id = $1 AND note ILIKE '%${search}%' ORDER BY created DESC LIMIT $2`,
        [request.userId, limit],
      )
      for (const order of orders) {
        order.lines = await db.query('SELECT product, quantity FROM lines WHERE order_id = $1', [order.id])
      }
      return { status: 200, body: orders }
    },

    async cancelOrder(request) {
      const [order] = await db.query<Order>('SELECT * FROM orders WHERE id = $1', [request.params.id])
      if (!order) return { status: 404, body: { message: 'Order not found' } }
      if (order.status !== 'open') {
        return { status: 409, body: { message: 'Only open orders can be canceled' } }
      }
      refund(order.id, order.total)
      await db.query(`UPDATE orders SET status = 'canceled' WHERE id = $1`, [order.id])
      return { status: 200, body: { id: order.id, status: 'canceled' } }
    },
  }
}
