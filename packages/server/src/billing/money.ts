/*
 * Amounts of the payment provider are whole numbers of a currency's smallest unit. Most currencies have two
 * decimals; the provider lists the others: https://docs.stripe.com/currencies#minor-units
 */

const withoutDecimals = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
);
const withThreeDecimals = new Set('BHD JOD KWD OMR TND'.split(' '));

/** A decimal number in the major unit, and the currency in upper case: `9.00`, `EUR`. */
export interface Money {
  price: string;
  currency: string;
}

/** 900 of `eur` are 9.00 EUR. Undefined if the values are not an amount and a currency. */
export function moneyOf(amount: unknown, currency: unknown): Money | undefined {
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount)) return undefined;
  if (typeof currency !== 'string' || !/^[a-z]{3}$/i.test(currency)) return undefined;
  const code = currency.toUpperCase();
  return { price: decimal(amount, decimalsOf(code)), currency: code };
}

function decimalsOf(currency: string): number {
  if (withoutDecimals.has(currency)) return 0;
  return withThreeDecimals.has(currency) ? 3 : 2;
}

/** The amount as decimal text. No arithmetic can round it. */
function decimal(amount: number, decimals: number): string {
  const sign = amount < 0 ? '-' : '';
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
