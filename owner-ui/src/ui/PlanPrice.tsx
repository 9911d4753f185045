import { Badge } from '@mantine/core';
import type { Price } from '../lib/plans.ts';
import classes from './PlanPrice.module.css';

export function PlanPrice({ price }: { price: Price }) {
  return (
    <p className={classes.price}>
      {price.before && (
        <span className={classes.before}>
          <s>{price.before}</s>
          <Badge color="amber" variant="filled">
            {price.discount}
          </Badge>
        </span>
      )}
      <strong>{price.text}</strong>
    </p>
  );
}
