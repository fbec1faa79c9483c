//! Projections, pages and cuts.
