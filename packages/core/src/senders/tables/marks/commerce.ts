import { marks as contentful } from '../../data/contentful.ts';
import { marks as shopify } from '../../data/shopify.ts';
import { marks as woocommerce } from '../../data/woocommerce.ts';
import type { Marks } from '../../parts/parts.ts';

/** Shops, parcels, content, sites. */
export const commerceSenders: readonly Marks[] = [
  shopify,
  woocommerce,
  {
    name: 'BigCommerce',
    documentation: 'https://developer.bigcommerce.com/docs/integrations/webhooks',
    shapes: [{ json: ['scope^=store/', 'store_id', 'producer', 'hash'] }],
    events: [{ json: 'scope' }],
  },
  {
    name: 'Squarespace',
    documentation: 'https://developers.squarespace.com/webhook-subscriptions-api/overview',
    shapes: [{ json: ['topic', 'websiteId', 'subscriptionId'] }],
    events: [{ json: 'topic' }],
  },
  {
    name: 'EasyPost',
    documentation: 'https://docs.easypost.com/docs/events',
    shapes: [{ json: ['object=Event', 'description', 'mode', 'result'] }],
    events: [{ json: 'description' }],
  },
  {
    name: 'Gumroad',
    documentation: 'https://gumroad.com/ping',
    shapes: [{ form: ['seller_id', 'product_permalink', 'sale_id'] }],
    events: [{ form: 'resource_name' }],
  },
  {
    name: 'Ko-fi',
    documentation:
      'https://help.ko-fi.com/hc/en-us/articles/360004162298-Does-Ko-fi-have-an-API-or-webhook',
    shapes: [{ json: ['kofi_transaction_id', 'type', 'verification_token'] }],
    events: [{ json: 'type' }],
  },
  contentful,
  {
    name: 'Sanity',
    documentation: 'https://www.sanity.io/docs/content-lake/webhooks',
    headers: ['sanity-webhook-signature', 'sanity-operation'],
    events: [{ header: 'sanity-operation' }],
  },
  {
    name: 'Strapi',
    documentation: 'https://docs.strapi.io/cms/backend-customization/webhooks',
    shapes: [{ json: ['event', 'model', 'entry'] }],
    events: [{ json: 'event' }],
  },
  {
    name: 'Storyblok',
    documentation: 'https://www.storyblok.com/docs/concepts/webhooks',
    shapes: [{ json: ['action', 'space_id', 'story_id'] }],
    events: [{ json: 'action' }],
  },
  {
    name: 'Prismic',
    documentation: 'https://prismic.io/docs/webhooks',
    shapes: [{ json: ['type', 'apiUrl', 'domain'] }],
    events: [{ json: 'type' }],
  },
  {
    name: 'Webflow',
    documentation: 'https://developers.webflow.com/data/docs/working-with-webhooks',
    shapes: [{ json: ['triggerType', 'payload'] }],
    events: [{ json: 'triggerType' }],
  },
  {
    name: 'Cloudinary',
    documentation: 'https://cloudinary.com/documentation/notifications',
    shapes: [{ json: ['notification_type', 'notification_context'] }],
    events: [{ json: 'notification_type' }],
  },
  {
    name: 'Mux',
    documentation: 'https://www.mux.com/docs/core/listen-for-webhooks',
    headers: ['mux-signature'],
    shapes: [{ json: ['type', 'environment.id', 'object.type', 'attempts'] }],
    events: [{ json: 'type' }],
  },
];
